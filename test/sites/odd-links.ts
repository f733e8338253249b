/** Addresses that people, programs and attackers write. Most are no good; none may do harm. */
export const oddLinks: readonly string[] = [
  // empty and nearly so
  '', ' ', '#', '?', '??', '?#', '.', '..', './', '../', '../../../..', '/.', '/..', '/...', '//', '///', '////',
  // slashes the wrong way round
  '\\', '\\\\', '\\a\\b', '/\\example.invalid', '\\/example.invalid', 'a\\..\\b', '/a/..\\b',
  // hosts that are none
  'http://', 'http:///', 'http://?', 'http://#', 'http://:80/', 'http://@/', 'http://a:b@/', 'http://[::1', 'http://]/', 'http://[]/', 'http://[1:2:3]/',
  'http://%/', 'http://%00/', 'http://a%b/', 'http://a b/', 'http://a<b/', 'http://a|b/', 'http://a^b/', 'http://.../', 'http://256.256.256.256/', 'http://1.2.3.4.5/', 'http://0x100000000/',
  'http://xn--/', 'http://xn--a/', 'http://\u00ad/', 'http://\u2028/', 'http://a\u0000b/', `http://${'a'.repeat(300)}.invalid/`,
  // ports that are none
  'http://example.invalid:99999/', 'http://example.invalid:-1/', 'http://example.invalid:a/', 'http://example.invalid:/', 'http://example.invalid:0/',
  // places that strangers must not send us to
  'http://127.1:1/', 'http://2130706433:1/', 'http://0177.0.0.1:1/', 'http://0x7f.1:1/', 'http://[::ffff:127.0.0.1]:1/', 'http://localhost:1/', 'http://169.254.169.254/latest/meta-data/',
  'file:///etc/passwd', 'file://localhost/etc/passwd', 'FILE:/etc/passwd', 'gopher://example.invalid:70/_x', 'dict://example.invalid/',
  // other schemes
  'mailto:', 'mailto:a@b', 'tel:', 'javascript:', 'JavaScript:void(0)', ' javascript:x', 'java\nscript:x', 'data:', 'data:,x', 'blob:x', 'about:blank', 'view-source:http://example.invalid/', 'chrome://settings', 'urn:isbn:1', 'x:y', ':', ':80', '1:2', '-:x', 'h\ttt\np:x',
  // a scheme with nothing behind it is relative to a page of the same scheme
  'http:', 'http:a', 'http:/b', 'http:?c', 'http:#d', 'https:e',
  // escapes, whole and broken
  '/%', '/%%', '/%4', '/%zz', '/%41', '/%2f', '/%2F..%2f', '/%2e%2e/x', '/%00', '/%ff', '/%C3', '/%c3%a9', '/%u0041', '/?%', '/?a=%zz', '/?%41', '/#%',
  // letters from everywhere
  '/é', '/e\u0301', '/日本', '/\u{1f600}', '/\ud800', '/?q=é', '/?q=\ud800', '/\u00a0', '/\u200b', '/\ufeff', '/\u202e', '/a\u0000b', '/a\tb', '/a\nb', '/\u0001\u001f\u007f',
  // delimiters in odd places
  '/a;b', '/;', '/a;/b', '/a,b', '/a|b', '/a^b', '/a`b', '/{a}', '/[a]', '/<a>', '/"a"', "/'a'", '/a b', '/a+b', '/a@b', '/a:b', 'a:b/', '/a=b', '/a!$&()*', '/?a?b', '/?a#b#c', '/?&&', '/?=', '/?a&a=&=a', '/a//b', '/a///',
  // names of things that are special elsewhere
  '/__proto__', '/constructor', '/?__proto__=1', '/con', '/robots.txt', '/.well-known/x', '/-', '/~',
];
