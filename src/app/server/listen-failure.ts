import { AppError } from '../errors.ts';

/** Why the server cannot listen, when the address is the reason; any other failure as it is. */
export function listenFailure(error: unknown, host: string, port: number): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const unusable = (why: string) => new AppError('APP_ADDRESS_UNUSABLE', why, error);
  if (code === 'EADDRINUSE')
    return unusable(`another program uses ${host}:${port}: stop it, or choose another port with --port.`);
  if (code === 'EACCES')
    return unusable(`this user may not use port ${port}: choose one above 1023 with --port.`);
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return unusable(
      `${host} is not an address of this machine: choose another with --host, such as 127.0.0.1.`,
    );
  return error;
}
