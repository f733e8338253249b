import { describe, expect, it } from 'vitest';
import { identityOf } from './identity-of.ts';

const HEX = '9682993c8daa2c5497996114facdc805';
const OTHER = '068bd453c94c3c4c0b7ccca9a581597d';
const TOMCAT = '1E6FEC0D14D044541DD84D2D013D29ED';
const ASP_NET = 'lit3py55t21z5v55vlm25s55';

const id = (path: string) => identityOf(`http://e.org${path}`).identity;

describe('an address with a session id is that of the page', () => {
  it.each([
    // Names with the application's before or behind them.
    [`/p?a=1&vbSESSID=${HEX}&b=2`, '/p?a=1&b=2'],
    [`/p?mySID=${HEX}`, '/p'],
    [`/p?forum_sid=${HEX}&t=4`, '/p?t=4'],
    [`/p?phpbb3_x1y2z_sid=${HEX}&t=4`, '/p?t=4'],
    [`/p?SHOP_JSESSIONID=${TOMCAT}`, '/p'],
    [`/p?admin.PHPSESSID=${HEX}`, '/p'],
    [`/p?userSessionID=${HEX}&u=4`, '/p?u=4'],
    [`/p?noteSID=${HEX}`, '/p'],
    [`/p?xoops_session=${HEX}`, '/p'],
    [`/p?rack.session=${HEX}`, '/p'],
    [`/p?userSession=${HEX}`, '/p'],
    [`/p?PHPSESSID2=${HEX}`, '/p'],
    [`/p?PHPSESSID_shop=${HEX}&a=1`, '/p?a=1'],
    [`/p;JSESSIONID_app=${TOMCAT}?a=1`, '/p?a=1'],
    [`/p?SESS${OTHER}=${HEX}`, '/p'],
    [`/p?symfony=${HEX}`, '/p'],
    [`/p?LtpaToken2=AAECAzU4N0Q3MkY2NTg3RDgxMDZDTj1KIERvZQ%3D%3D&a=1`, '/p?a=1'],
    [`/db.nsf/page?OpenDocument&DomAuthSessId=${HEX}`, '/db.nsf/page?OpenDocument'],
    // Name and value as path segments.
    [`/jsessionid/${TOMCAT}/list`, '/list'],
    [`/shop/osCsid/${HEX}/list.html`, '/shop/list.html'],
    [`/index.php/sid/${HEX}`, '/index.php'],
    [`/a/session_id/${HEX}/b`, '/a/b'],
    ['/CFID/1/CFTOKEN/2/b.cfm', '/b.cfm'],
    ['/shop/cfid/4308017/cftoken/63914124', '/shop'],
    [`/shop/PHPSESSID=${HEX}/list.html`, '/shop/list.html'],
    // Struts, Tomcat, WebLogic, WebSphere, Oracle: behind the path, before a query, with the name of a node.
    [`/list.do;jsessionid=${TOMCAT}?x=1`, '/list.do?x=1'],
    [`/list.do;jsessionid=${TOMCAT}.node2?x=1`, '/list.do?x=1'],
    [`/list.do?jsessionid=${TOMCAT}.tomcat1&x=1`, '/list.do?x=1'],
    ['/p.jsp;jsessionid=GpJQ4r!-1235649854!1072!7001?a=1', '/p.jsp?a=1'],
    ['/p;jsessionid=0000KOmX9xyz_8hhF:12abcd?a=1', '/p?a=1'],
    ['/pls/p;jsessionid=8c5702fc30d6e34f5ab.e34Rb3yKbh4Nc40Lb3j0', '/pls/p'],
    [`/a;jsessionid=${TOMCAT}/b/c`, '/a/b/c'],
    [`/x.html;jsessionid=${TOMCAT};v=3`, '/x.html;v=3'],
    [`/p?x=1;jsessionid=${TOMCAT}&y=2`, '/p?x=1&y=2'],
    [`/p%3Bjsessionid=${TOMCAT}?a=1`, '/p?a=1'],
    [`/p%3bjsessionid%3d${TOMCAT}?a=1`, '/p?a=1'],
    [`/p;jsessionid=${TOMCAT}&a=1`, '/p&a=1'],
    [`/;jsessionid=${TOMCAT}`, '/'],
    [`/p;$sessionid$K2F0A1B7?a=1`, '/p?a=1'],
    // ColdFusion, ASP and ASP.NET, shops, portals.
    ['/p?CFID=123&CFTOKEN=a1b2c3-11&x=1', '/p?x=1'],
    [`/p?cftoken=9&x=1&cfid=8&jsessionid=${TOMCAT}`, '/p?x=1'],
    ['/p.asp?ASPSESSIONIDQQGGGNCA=PLMKJHBDAJ&x=1', '/p.asp?x=1'],
    [`/(S(${ASP_NET}))/list.aspx`, '/list.aspx'],
    [`/app/(X(1)A(h8-k_2)S(${ASP_NET}))/list.aspx?a=1`, '/app/list.aspx?a=1'],
    [`/app/(F(Xyz-9_aQ))/list.aspx`, '/app/list.aspx'],
    [`/app/(${ASP_NET})/list.aspx`, '/app/list.aspx'],
    [`/p.php?cPath=1_4&osCsid=${HEX}`, '/p.php?cPath=1_4'],
    [`/p.php?zenid=${HEX}&main_page=index`, '/p.php?main_page=index'],
    ['/p?BV_SessionID=@@@@0663521340.1095863219@@@@&BV_EngineID=cccdadd&x=1', '/p?x=1'],
    [`/p?connect.sid=s%3AKx32Jd9.9XkQ&a=1`, '/p?a=1'],
    // Inside the address of another page.
    [`/login?back=%2Fcart%3Bjsessionid%3D${TOMCAT}%3Fx%3D1`, '/login?back=%2Fcart%3Fx%3D1'],
    [`/go?url=http%3A%2F%2Fx.org%2F%3Fa%3D1%26PHPSESSID%3D${HEX}`, '/go?url=http%3A%2F%2Fx.org%2F%3Fa%3D1'],
  ])('%s is %s', (url, page) => expect(id(url)).toBe(id(page)));
});

describe('addresses that only resemble one with a session id select pages', () => {
  it.each([
    [`/p?NOPHPSESSID=${HEX}`, `/p?NOPHPSESSID=${OTHER}`],
    [`/p?no_sid=${HEX}`, `/p?no_sid=${OTHER}`],
    [`/p?useSessionId=${HEX}`, `/p?useSessionId=${OTHER}`],
    [`/p?RESID=${HEX}`, `/p?RESID=${OTHER}`],
    [`/p?inside=${HEX}`, `/p?inside=${OTHER}`],
    [`/p?sessions=${HEX}`, `/p?sessions=${OTHER}`],
    ['/p?PHPSESSIDS=1', '/p?PHPSESSIDS=2'],
    ['/p?symfony=4', '/p?symfony=5'],
    ['/p?cakephp=2', '/p?cakephp=3'],
    ['/p?parlSession=39-1', '/p?parlSession=39-2'],
    ['/p?session_year=2023', '/p?session_year=2024'],
    ['/p?sid=42', '/p?sid=43'],
    ['/p?ssid=HomeWifi', '/p?ssid=CafeWifi'],
    ['/p?cftoken=3', '/p?cftoken=4'],
    ['/p;jsessionid=1&a=1', '/p;jsessionid=1&a=2'],
    ['/one%3Bjsessionid=1', '/two%3Bjsessionid=1'],
    ['/p;s=2', '/p;s=3'],
    ['/jsessionid/history', '/jsessionid/security'],
    ['/osCsid/manual', '/manual'],
    ['/CFID/1/', '/CFID/2/'],
    ['/session/morning/', '/session/evening/'],
    ['/parliament/session/39-1/', '/parliament/session/40-2/'],
    [`/commit/${HEX}`, `/commit/${OTHER}`],
    [`/sessions/${HEX}`, `/sessions/${OTHER}`],
    ['/x.node2', '/x'],
    ['/a(b(c))', '/a'],
  ])('%s is not %s', (one, other) => expect(id(one)).not.toBe(id(other)));
});
