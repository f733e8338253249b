/** What an instance shows to JavaScript. */
export { textEnd } from './body-text';
export { hasCr, isAscii } from './bytes';
export { isUncertain, keepLeafText, leafTextEnd, setLeafAttributes } from './leaf-text';
export { CODES, LEAF_TEXT, MASK, MOST_BYTES, PAGE, RECORDS, TEXT, WORD_ENTRIES, WORDS } from './memory';
export { addAttribute, addTag } from './names';
export { generation, recordsEnd } from './records';
export { addReference } from './references';
export { isCertainlyFull, scan, setAttributeNumbers, titleEnd, titleStart } from './scan';
export { setOthers } from './tag';
export { readWords, wordGeneration, wordsEnd } from './words';
