/** Numbers of tag and attribute names. JavaScript fills the tables from `html-names.ts`. */
import { EQUALS, GT, MIX, MIX_AGAIN, SLASH } from './bytes';
import { ATTRIBUTE_BITS, ATTRIBUTES, MASK, TAG_BITS, TAGS } from './memory';

// The name that was read last: 16 bytes in lower case.
let first: u64 = 0;
let second: u64 = 0;

/**
 * The end of the name that begins at `start`; a name ends at white space, `/` and `>`, that of an attribute at `=` too. It is
 * compared in lower case by setting one bit of every byte: what that confuses with letters, digits, `-` or `:` are control
 * characters, and pages with those are refused.
 */
export function readName(start: usize, isAttribute: bool): usize {
  const space = i8x16.splat(0x20);
  const slash = i8x16.splat(<i8>SLASH);
  const greater = i8x16.splat(<i8>GT);
  const equals = i8x16.splat(isAttribute ? <i8>EQUALS : <i8>GT);
  let found: i32 = 0;
  // The first byte of an attribute belongs to its name, even when it is `=`.
  let end = isAttribute ? start + 1 : start;
  while (true) {
    const bytes = v128.load(end);
    found = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.le_u(bytes, space), i8x16.eq(bytes, slash)),
        v128.or(i8x16.eq(bytes, greater), i8x16.eq(bytes, equals)),
      ),
    );
    if (found !== 0) break;
    end += 16;
  }
  end += ctz(found);
  const length = end - start;
  if (length > 16) {
    first = 0; // no name in the tables is as long
    second = 0;
    return end;
  }
  const name = v128.and(v128.or(v128.load(start), space), v128.load(MASK + 16 - length));
  first = i64x2.extract_lane(name, 0);
  second = i64x2.extract_lane(name, 1);
  return end;
}

function isName(place: usize): bool {
  return load<u64>(place) === first && load<u64>(place, 8) === second;
}

export function keepName(place: usize): void {
  store<u64>(place, first);
  store<u64>(place, second, 8);
}

function slotOf(bits: u32): u32 {
  return <u32>(((first * MIX) ^ (second * MIX_AGAIN)) >> (64 - bits));
}

/** The place of the last name in a table, or that of an empty entry. */
function entryIn(table: usize, bits: u32): usize {
  let slot = slotOf(bits);
  while (true) {
    const entry = table + ((<usize>slot) << 5);
    if (load<u32>(entry, 28) === 0 || isName(entry)) return entry;
    slot = (slot + 1) & ((1 << bits) - 1);
  }
}

/** The entry of the last name; that of a name without a number is all zeros. */
export function tagEntry(): usize {
  return entryIn(TAGS, TAG_BITS);
}

/** 0 for a name without a number. */
export function attributeNumber(): u32 {
  return load<u32>(entryIn(ATTRIBUTES, ATTRIBUTE_BITS), 16);
}

/** The name stands at `place`, and a `>` after it. The masks have a bit for each attribute that matters, by its number. */
export function addTag(place: usize, number: u32, properties: u32, wanted: u32, wantedInSvg: u32): void {
  readName(place, false);
  const entry = tagEntry();
  keepName(entry);
  store<u32>(entry, number | (properties << 8), 16);
  store<u32>(entry, wanted, 20);
  store<u32>(entry, wantedInSvg, 24);
  store<u32>(entry, 1, 28);
}

export function addAttribute(place: usize, number: u32): void {
  readName(place, true);
  const entry = entryIn(ATTRIBUTES, ATTRIBUTE_BITS);
  keepName(entry);
  store<u32>(entry, number, 16);
  store<u32>(entry, 1, 28);
}
