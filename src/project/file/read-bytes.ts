import type { FileProblem } from './file-problem.ts';

/** Larger than any project that a person wrote; what is larger is another file. */
export const MOST_BYTES = 1024 * 1024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

interface Unreadable {
  readonly problem: FileProblem;
  /** As far as it can be shown. */
  readonly shown: string;
}

/** The text of a project file, or what keeps it from being one. */
export function readBytes(file: string | Uint8Array): { readonly text: string } | Unreadable {
  const bytes = typeof file === 'string' ? Buffer.byteLength(file) : file.length;
  if (bytes > MOST_BYTES) {
    return whole(
      `the file has ${bytes} bytes; a project file has at most ${MOST_BYTES}`,
      'check that this is the right file; a project with more rules than that is several projects',
    );
  }
  const text = typeof file === 'string' ? file : decode(file);
  if (typeof text !== 'string') return text;
  const odd = NOT_TEXT.exec(text);
  if (odd === null) return { text: text.replace(/^\ufeff/, '') };
  const code = odd[0].charCodeAt(0).toString(16).padStart(4, '0');
  return at(
    text,
    odd.index,
    `a control character (U+${code.toUpperCase()}) does not belong into a text file`,
    code === '0000' ? 'save the file as UTF-8 text; it may be UTF-16, or no text at all' : 'take it out',
  );
}

function decode(bytes: Uint8Array): string | Unreadable {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const hint = 'save the file as UTF-8; every editor offers that';
    if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
      return whole('the file is UTF-16, not UTF-8', hint);
    // The replacement character stands where the first wrong byte is.
    const lenient = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return at(
      lenient,
      lenient.indexOf('\ufffd'),
      'the file is not UTF-8: this character cannot be read',
      hint,
    );
  }
}

const whole = (message: string, hint: string) => at('', 0, message, hint);

function at(text: string, offset: number, message: string, hint: string): Unreadable {
  const lines = text.slice(0, offset).split('\n');
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return {
    problem: { line: lines.length, column, length: 1, path: '', message, hint },
    shown: text.replace(new RegExp(NOT_TEXT, 'g'), '\ufffd'),
  };
}
