import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** What a hostile or odd server does. Everything else works as it should. */
export interface FtpScript {
  /** Lines of FEAT, as in `MLST type*;size*;modify*;`. */
  readonly features?: readonly string[];
  /** The raw bytes of a listing (`latin1`); null refuses the folder with 550. */
  readonly list?: (folder: string, command: string) => string | null;
  /** The reply after a listing. Default `226 done`. */
  readonly afterList?: string;
  /** Goes on writing after that. */
  readonly floodsAfterList?: (control: Socket) => void;
  /** Writes a file to the data connection from an offset on, and says how the transfer ends. */
  readonly send?: (data: Socket, path: string, offset: number) => 'complete' | 'silent' | 'broken';
  /** A special reply to a command, or null for the usual one. An empty one means silence. */
  readonly reply?: (command: string, argument: string) => string | null;
  readonly greeting?: string;
  /** Writes to the control connection, after it was accepted, whatever it likes, instead of a greeting. */
  readonly floods?: (control: Socket) => void;
  /** Refuses a connection that makes so many: 421 at once, other replies at the log-in. Null accepts it. */
  readonly refuses?: (connections: number) => string | null;
}

export interface ScriptedFtpServer {
  readonly url: string;
  /** The command lines received (`latin1`). */
  readonly commands: readonly string[];
  readonly close: () => Promise<void>;
}

/** An FTP server on loopback that does exactly what its script says. It knows LIST, MLSD, RETR and REST. */
export async function scriptedFtpServer(script: FtpScript): Promise<ScriptedFtpServer> {
  const commands: string[] = [];
  const open = new Set<Socket | Server>();
  const keep = <T extends Socket | Server>(end: T): T => {
    open.add(end);
    end.on('error', () => undefined);
    end.once('close', () => open.delete(end));
    return end;
  };
  const controls = new Set<Socket>();
  // It answers in small pieces, and without this each would wait 40 ms for an acknowledgement.
  const server = createServer({ noDelay: true }, (socket) => {
    controls.add(keep(socket).once('close', () => controls.delete(socket)));
    serve(socket, script, script.refuses?.(controls.size) ?? null, commands, keep);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `ftp://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    commands,
    close: async () => {
      for (const end of open) 'destroy' in end ? end.destroy() : end.close();
      server.close();
      await once(server, 'close');
    },
  };
}

function serve(
  control: Socket,
  script: FtpScript,
  refusal: string | null,
  commands: string[],
  keep: <T extends Socket | Server>(end: T) => T,
): void {
  let folder = '/';
  let offset = 0;
  let data: Promise<Socket> | null = null;
  const say = (line: string) => control.write(`${line}\r\n`, 'latin1');

  async function passive(): Promise<number> {
    const listener = keep(createServer());
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    data = once(listener, 'connection').then(([socket]) => {
      listener.close();
      return keep(socket as Socket);
    });
    return (listener.address() as AddressInfo).port;
  }

  async function answer(command: string, argument: string): Promise<void> {
    const own = script.reply?.(command, argument) ?? null;
    if (own !== null) return void (own !== '' && say(own));
    switch (command) {
      case 'USER':
        return void say(refusal ?? '230 welcome');
      case 'FEAT': {
        const lines = (script.features ?? []).map((feature) => ` ${feature}\r\n`).join('');
        return void say(lines === '' ? '502 none' : `211-Features\r\n${lines}211 End`);
      }
      case 'PWD':
        return void say(`257 "${folder}"`);
      case 'CWD':
        folder = argument;
        return void say('250 there');
      case 'EPSV':
        return void say(`229 here (|||${await passive()}|)`);
      case 'PASV': {
        const port = await passive();
        return void say(`227 here (127,0,0,1,${port >> 8},${port & 255})`);
      }
      case 'REST':
        offset = Number(argument);
        return void say('350 from there');
      case 'LIST':
      case 'MLSD': {
        const raw = script.list?.(folder, command) ?? null;
        if (raw === null) return void say('550 Permission denied');
        say('150 here it comes');
        (await data)?.end(raw, 'latin1');
        say(script.afterList ?? '226 done');
        return void script.floodsAfterList?.(control);
      }
      case 'RETR': {
        const socket = await data;
        if (!socket || script.send === undefined) return void say('550 no such file');
        say('150 here it comes');
        const ending = script.send(socket, argument, offset);
        offset = 0;
        if (ending === 'complete') say('226 done');
        if (ending === 'broken') socket.once('close', () => control.destroy());
        return;
      }
      default:
        return void say(command === 'MDTM' || command === 'SIZE' ? '550 no' : '200 ok');
    }
  }

  let pending = '';
  let work: Promise<void> = Promise.resolve();
  control.on('data', (chunk: Buffer) => {
    pending += chunk.toString('latin1');
    const lines = pending.split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      commands.push(line);
      const [command = '', ...rest] = line.split(' ');
      work = work.then(() => answer(command.toUpperCase(), rest.join(' ')));
    }
  });
  if (refusal?.startsWith('421') === true) control.end(`${refusal}\r\n`);
  else if (script.floods !== undefined) script.floods(control);
  else say(script.greeting ?? '220 hello');
}
