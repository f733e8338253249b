import type { Ink } from '../../publish/index.ts';
import type { Output } from '../output.ts';

/** What a renderer needs to know of where its lines go. */
export function terminalOf(output: Output): { readonly ink: Ink; readonly width: number } {
  return {
    ink: { isColored: output.style('bold', 'x') !== 'x', paint: (style, text) => output.style(style, text) },
    // In a pipe nothing is cut: the reader is a program, or a pager that wraps by itself.
    width:
      process.stdout.isTTY === true ? Math.max(process.stdout.columns || 80, 40) : Number.POSITIVE_INFINITY,
  };
}
