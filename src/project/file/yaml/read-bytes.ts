import type { FileProblem } from '../problems/project-file-error.ts';

/** Larger than any project that a person writes. */
const MOST_BYTES = 1024 * 1024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

interface Unreadable {
  readonly problem: FileProblem;
  /** The text, as far as it can be shown. */
  readonly shown: string;
}

/** The text of a project file, or why it cannot be read as text. */
export function readBytes(file: string | Uint8Array): { readonly text: string } | Unreadable {
  const bytes = typeof file === 'string' ? Buffer.byteLength(file) : file.length;
  if (bytes > MOST_BYTES) {
    return wholeFile(
      `the file has ${bytes} bytes; a project file has at most ${MOST_BYTES}`,
      'check that this is the right file; split a project with too many rules into several',
    );
  }
  const text = typeof file === 'string' ? file : decode(file);
  if (typeof text !== 'string') return text;
  const found = NOT_TEXT.exec(text);
  if (found === null) return { text: text.replace(/^\ufeff/, '') };
  const code = found[0].charCodeAt(0).toString(16).padStart(4, '0');
  return at(
    text,
    found.index,
    `a text file cannot contain the control character U+${code.toUpperCase()}`,
    code === '0000' ? 'save the file as UTF-8 text; it may be UTF-16, or not text at all' : 'remove it',
  );
}

function decode(bytes: Uint8Array): string | Unreadable {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const hint = 'save the file as UTF-8; every editor can do that';
    if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
      return wholeFile('the file is UTF-16, not UTF-8', hint);
    // The decoder puts the replacement character where the first wrong byte is.
    const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return at(
      lenient,
      lenient.indexOf('\ufffd'),
      'the file is not UTF-8: this character cannot be read',
      hint,
    );
  }
}

const wholeFile = (message: string, hint: string) => at('', 0, message, hint);

function at(text: string, offset: number, message: string, hint: string): Unreadable {
  const lines = text.slice(0, offset).split('\n');
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return {
    problem: { line: lines.length, column, length: 1, path: '', message, hint },
    shown: text.replace(new RegExp(NOT_TEXT, 'g'), '\ufffd'),
  };
}
