import { describe, expect, test } from 'vitest';
import { ftpAddress, ftpPath } from './ftp-address.ts';

test.each([
  ['ftp://h/', { host: 'h', port: 21, security: 'none' }],
  ['ftpes://h/', { host: 'h', port: 21, security: 'explicit' }],
  ['ftps://h/', { host: 'h', port: 990, security: 'implicit' }],
  ['ftps://h:2121/', { host: 'h', port: 2121, security: 'implicit' }],
  ['ftp://[2001:db8::1]/', { host: '2001:db8::1', port: 21, security: 'none' }],
])('%s', (url, address) => {
  expect(ftpAddress({ url })).toEqual(address);
});

describe('a path', () => {
  test.each([
    ['ftp://h/a/b', '/', '/a/b'],
    ['ftp://h/a/b', '/home/ann', '/home/ann/a/b'],
    ['ftp://h/a/b', '/home/ann/', '/home/ann/a/b'],
    ['ftp://h/', '/home/ann', '/home/ann/'],
    ['ftp://h/%2Fa/b', '/home/ann', '/a/b'],
    ['ftp://h/%2fa/b', '/home/ann', '/a/b'],
  ])('%s from %s is %s', (url, home, path) => {
    expect(ftpPath(url, home)).toBe(path);
  });

  test('a line end in a name is sent as NUL, and nothing becomes a second command', () => {
    expect(ftpPath('ftp://h/a%0Ab/c', '/')).toBe('/a\0b/c');
    for (const url of ['ftp://h/a%0D%0ADELE%20b', 'ftp://h/a%0Db', 'ftp://h/a%00b'])
      expect(() => ftpPath(url, '/')).toThrow(expect.objectContaining({ code: 'FETCH_URL_INVALID' }));
  });
});
