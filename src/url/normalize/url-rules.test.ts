import { describe, expect, test } from 'vitest';
import { defaultPage, lowerCasePath, trackingParameters, trailingSlash } from './extended-rules.ts';
import { normalizeUrl } from './normalize-url.ts';
import {
  defaultPort,
  dotSegments,
  lowerCaseAuthority,
  noFragment,
  percentEncoding,
  slashAfterAuthority,
  type UrlRule,
} from './standard-rules.ts';

/** Each rule alone: input and result. */
const cases: readonly (readonly [UrlRule, readonly (readonly [string, string])[]])[] = [
  [
    percentEncoding,
    [
      ['http://h/%7Efom/', 'http://h/~fom/'],
      ['http://h/%2D%5f%2Da%41%30', 'http://h/-_-aA0'],
      ['http://h/a%2fb%c3%a9', 'http://h/a%2Fb%C3%A9'],
      ['http://h/%252f%2541', 'http://h/%252f%2541'],
      ['http://h/?q=%61%26%3d#%62', 'http://h/?q=a%26%3D#b'],
      ['http://%75:%70%40@h/', 'http://u:p%40@h/'],
      ['foo://%68ost/', 'foo://host/'],
      ['mailto:%61@b', 'mailto:a@b'],
      ['http://h/%', 'http://h/%'],
      ['http://h/%4', 'http://h/%4'],
      ['http://h/%%34%31', 'http://h/%%341'],
      ['http://h/%4%31', 'http://h/%4%31'],
      ['http://h/%%7e', 'http://h/%%7E'],
      ['http://h/%g%41', 'http://h/%gA'],
      ['http://h/%4g%41', 'http://h/%4gA'],
      ['http://h/%%%34%31%', 'http://h/%%%341%'],
      ['file:///%43|/x', 'file:///C:/x'],
    ],
  ],
  [
    lowerCaseAuthority,
    [
      [
        'HTTP://User:PassWord@EXAMPLE.com/Path?Query#Frag',
        'http://User:PassWord@example.com/Path?Query#Frag',
      ],
      ['foo://User@HOST.example:80/Path', 'foo://User@host.example:80/Path'],
      ['foo://A%2F%c3B/', 'foo://a%2F%c3b/'],
      ['http://BÜCHER.example/', 'http://xn--bcher-kva.example/'],
      ['mailto:Me@Example.com', 'mailto:Me@Example.com'],
    ],
  ],
  [
    defaultPort,
    [
      ['http://h:80/', 'http://h/'],
      ['https://h:443/', 'https://h/'],
      ['http://h:443/', 'http://h:443/'],
      ['sftp://u:22@h:22/x', 'sftp://u:22@h/x'],
      ['ftps://[::1]:990/x', 'ftps://[::1]/x'],
      ['sftp://[::22]/x', 'sftp://[::22]/x'],
      ['sftp://u:22@h/x', 'sftp://u:22@h/x'],
      ['foo://h:80/', 'foo://h:80/'],
    ],
  ],
  [
    slashAfterAuthority,
    [
      ['http://h', 'http://h/'],
      ['http://h?q', 'http://h/?q'],
      ['foo://h', 'foo://h/'],
      ['foo://h?q', 'foo://h/?q'],
      ['foo://', 'foo:///'],
      ['foo:', 'foo:'],
    ],
  ],
  [
    dotSegments,
    [
      ['http://h/a/./b/../../c/.', 'http://h/c/'],
      ['http://h/../../a/..', 'http://h/'],
      ['http://h/a/%2E%2e/b', 'http://h/b'],
      ['http://h/a/.b/..c/...', 'http://h/a/.b/..c/...'],
      ['foo:/a/../../b', 'foo:/b'],
      ['foo:a/../b', 'foo:a/../b'],
      ['web+demo:/.//not-a-host/', 'web+demo:/.//not-a-host/'],
    ],
  ],
  [
    noFragment,
    [
      ['http://www.example.com/name.html#ali', 'http://www.example.com/name.html'],
      ['http://h/?#', 'http://h/?'],
      ['http://h/#a#b?c', 'http://h/'],
      ['mailto:a@b#c', 'mailto:a@b'],
    ],
  ],
  [
    lowerCasePath,
    [
      ['http://h/TECH/Science?Q=A#F', 'http://h/tech/science?Q=A#F'],
      ['http://h/A%2FB%C3', 'http://h/a%2Fb%C3'],
      ['ftp://h/README', 'ftp://h/README'],
      ['data:text/plain;base64,QUJD', 'data:text/plain;base64,QUJD'],
    ],
  ],
  [
    defaultPage,
    [
      ['http://h/index.html', 'http://h/'],
      ['http://h/a/default.htm?x', 'http://h/a/?x'],
      ['http://h/a/Default.aspx', 'http://h/a/'],
      ['http://h/index.jsp', 'http://h/'],
      ['http://h/a/myindex.html', 'http://h/a/myindex.html'],
      ['http://h/a/index.html/', 'http://h/a/index.html/'],
      ['http://h/a/index.html;p', 'http://h/a/index.html;p'],
      ['http://h/index.html/index.html', 'http://h/index.html/'],
      ['ftp://h/index.html', 'ftp://h/index.html'],
    ],
  ],
  [
    trailingSlash,
    [
      ['http://h/a/', 'http://h/a'],
      ['http://h/a///?x', 'http://h/a?x'],
      ['http://h/', 'http://h/'],
      ['http://h///', 'http://h/'],
      ['http://h/index.html/', 'http://h/index.html/'],
      ['http://h/index.html//', 'http://h/index.html//'],
      ['ftp://h/a/', 'ftp://h/a/'],
    ],
  ],
  [
    trackingParameters,
    [
      ['http://h/?utm_source=a&id=1&UTM_Medium=b', 'http://h/?id=1'],
      ['http://h/?fbclid=x', 'http://h/'],
      ['http://h/?', 'http://h/?'],
      ['http://h/?a&&gclid&b=', 'http://h/?a&&b='],
      ['http://h/?q=utm_source&autm_x=1&xgclid=2', 'http://h/?q=utm_source&autm_x=1&xgclid=2'],
      ['mailto:a@b?utm_source=c', 'mailto:a@b?utm_source=c'],
    ],
  ],
];

describe.each(cases)('$name', (rule, urls) => {
  test.each(urls)('%s becomes %s', (input, expected) => {
    expect(normalizeUrl(input, { rules: [rule] })).toBe(expected);
  });
});
