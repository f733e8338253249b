import type { ChannelAddress } from '../../../crawl/projects/channel-addresses.ts';
import type { Mail, PageFetcher } from '../../../fetch/index.ts';
import type { Message } from '../message/message.ts';

/** One message on its way to one address. */
export interface Delivery {
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
  /** Runs a program, without a shell. Throws NOTIFY_FAILED unless the program succeeds. */
  run(run: ProgramRun): Promise<void>;
}

/** The dependencies of channels. Everything that leaves the machine goes through the egress guard. */
export interface ChannelTools {
  readonly http: PageFetcher;
  /** Null when no mail server is set. */
  readonly mail: { readonly from: string; send(mail: Mail): Promise<void> } | null;
  /** Null where authors of projects do not own the machine. */
  readonly local: LocalTools | null;
  /** Whether addresses may name any program. Off unless the operator allows it. */
  readonly allowsCommands: boolean;
  /** Identifies this database as the sender; it is part of what receivers store. */
  readonly instance: string;
}

/** A way to send notifications to people. */
export interface Channel extends ChannelAddress {
  /** Throws a TidemarkError: with `skip`, the message is given up; otherwise it is retried later. */
  send(delivery: Delivery, tools: ChannelTools): Promise<void>;
}
