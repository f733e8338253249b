import type { Mail, PageFetcher } from '../../../fetch/index.ts';
import type { Message } from '../message/message.ts';

/** One message on its way to one address. */
interface Delivery {
  readonly message: Message;
  readonly address: string;
  readonly token: string | null;
}

export interface ProgramRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Written to its standard input. */
  readonly input: string;
}

/** What only the owner of a machine may use: files and programs. */
export interface LocalTools {
  /** Paths in addresses are relative to this folder: that of the project file. */
  readonly folder: string;
  /** Where programs are looked for, as in PATH. */
  readonly searchPath: string;
  readonly platform: NodeJS.Platform;
  /** Runs a program, without a shell. Throws NOTIFY_FAILED unless it ends well. */
  run(run: ProgramRun): Promise<void>;
}

/** What channels send with. Everything that leaves the machine goes through the egress guard. */
export interface ChannelTools {
  readonly http: PageFetcher;
  /** Null when no mail server is set. */
  readonly mail: { readonly from: string; send(mail: Mail): Promise<void> } | null;
  /** Null where whoever writes a project does not own the machine. */
  readonly local: LocalTools | null;
  /** Whether addresses may name any program. An operator allows that; it is off otherwise. */
  readonly allowsCommands: boolean;
  /** Names the senders of this database: it goes into what receivers keep. */
  readonly instance: string;
}

/** A way to tell people. */
export interface Channel {
  /** What its addresses begin with, before the colon. */
  readonly schemes: readonly string[];
  /** An address, for messages that say what to write. */
  readonly example: string;
  readonly token: 'none' | 'optional' | 'required';
  /** Whether everybody who knows the address can send to it, so that it should be kept as a secret. */
  readonly addressIsSecret: boolean;
  /** What is wrong with an address of one of the schemes, without repeating it; null when nothing is. */
  problemOf(address: string): string | null;
  /** The host that is contacted; null when it is none that the address names. */
  hostOf(address: string): string | null;
  /** Throws a TidemarkError: `skip` gives the message up, anything else is tried again later. */
  send(delivery: Delivery, tools: ChannelTools): Promise<void>;
}
