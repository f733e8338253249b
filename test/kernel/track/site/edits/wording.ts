import type { Random } from '../../../../sites/session-sites/random.ts';
import { freshWord, sentence } from '../words.ts';
import { blockEdit, type Edit, pageEdit, placeOf, replaced, withBlock } from './edit.ts';

function otherWord(text: string, random: Random): string {
  const words = text.split(' ');
  return replaced(words, random.below(words.length), freshWord(random)).join(' ');
}

function otherCase(text: string, random: Random): string {
  const words = text.split(' ');
  const place = random.between(1, words.length - 1);
  return replaced(words, place, (words[place] ?? '').toUpperCase()).join(' ');
}

/** Edits of words, and of whole paragraphs. */
export const wordingEdits: readonly Edit[] = [
  blockEdit('word', 'paragraph', (block, random) => ({ ...block, text: otherWord(block.text, random) })),
  blockEdit('letter case', 'paragraph', (block, random) => ({
    ...block,
    text: otherCase(block.text, random),
  })),
  blockEdit('punctuation', 'paragraph', (block) => ({ ...block, text: block.text.replace(/\.$/, '!') })),
  pageEdit('title', (page, random) => ({ ...page, title: `${page.title} ${freshWord(random)}` })),
  pageEdit('added paragraph', (page, random) => ({
    ...page,
    blocks: page.blocks.toSpliced(random.between(0, page.blocks.length), 0, {
      kind: 'paragraph',
      text: sentence(random, random.between(5, 15)),
    }),
  })),
  pageEdit('removed paragraph', (page, random) => {
    const place = placeOf(page, 'paragraph', random);
    return place === null ? null : { ...page, blocks: page.blocks.toSpliced(place, 1) };
  }),
  pageEdit('moved paragraph', (page, random) => {
    const place = placeOf(page, 'paragraph', random);
    const block = place === null ? undefined : page.blocks[place];
    if (place === null || block === undefined || page.blocks.length < 2) return null;
    const rest = page.blocks.toSpliced(place, 1);
    const to = (place + random.between(1, rest.length)) % (rest.length + 1);
    return { ...page, blocks: rest.toSpliced(to, 0, block) };
  }),
  pageEdit('word beside an advert', (page, random) => {
    const beside = [page.advertAfter, page.advertAfter + 1].filter(
      (place) => page.blocks[place]?.kind === 'paragraph',
    );
    if (beside.length === 0) return null;
    const place = random.pick(beside);
    const block = page.blocks[place];
    return block?.kind === 'paragraph'
      ? withBlock(page, place, { ...block, text: otherWord(block.text, random) })
      : null;
  }),
  blockEdit('word beside a clock', 'clocked', (block, random) =>
    random.chance(0.5)
      ? { ...block, before: otherWord(block.before, random) }
      : { ...block, after: otherWord(block.after, random) },
  ),
];
