import type { Style } from '../site.ts';
import { alphabets } from './alphabets.ts';
import { amazon } from './amazon.ts';
import { asp } from './asp.ts';
import { changing } from './changing.ts';
import { decoys } from './decoys.ts';
import { forum } from './forum.ts';
import { nested } from './nested.ts';
import { noId } from './no-id.ts';
import { partial } from './partial.ts';
import { paths } from './paths.ts';
import { php } from './php.ts';
import { servlet } from './servlet.ts';
import { severalIds } from './several.ts';
import { tokens } from './tokens.ts';
import { unknownNames } from './unknown-names.ts';

/** Every style. */
export const styles: readonly Style[] = [
  ...servlet,
  ...php,
  ...asp,
  ...forum,
  ...amazon,
  ...nested,
  ...severalIds,
  ...unknownNames,
  ...paths,
  ...changing,
  ...alphabets,
  ...tokens,
  ...partial,
  ...noId,
  ...decoys,
];
