import { expect, test } from 'vitest';
import { sftpFailure, sshFailure } from './ssh-connection.ts';

const failed = (fields: object) => Object.assign(new Error('No\r\nway'), fields);

test.each([
  [2, 'FETCH_NOT_FOUND'],
  [3, 'FETCH_PERMISSION'],
  [4, 'FETCH_UNAVAILABLE'],
  [6, 'FETCH_CLOSED'],
  [7, 'FETCH_CLOSED'],
  [8, 'FETCH_UNAVAILABLE'],
  [5, 'FETCH_CLOSED'],
  [undefined, 'FETCH_CLOSED'],
])('status %s is %s', (code, expected) => {
  expect(sftpFailure('sftp://h/', failed({ code }))).toMatchObject({
    code: expected,
    message: 'sftp://h/: the server answers "No way"',
  });
});

test.each([
  ['client-authentication', 'FETCH_LOGIN'],
  ['client-timeout', 'FETCH_TIMEOUT_CONNECT'],
  ['handshake', 'FETCH_PROTOCOL'],
  ['protocol', 'FETCH_PROTOCOL'],
  ['client-socket', 'FETCH_CLOSED'],
  [undefined, 'FETCH_CLOSED'],
])('a failure of level %s is %s', (level, expected) => {
  expect(sshFailure('sftp://h/', failed({ level })).code).toBe(expected);
});
