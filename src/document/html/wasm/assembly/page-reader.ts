/** What an instance shows to JavaScript. */
export { textEnd } from './body-text';
export { hasCr, isAscii } from './bytes';
export { CODES, MASK, MOST_BYTES, PAGE, RECORDS, TEXT } from './memory';
export { addAttribute, addTag } from './names';
export { generation, recordsEnd } from './records';
export { addReference } from './references';
export { isCertainlyFull, scan, setAttributeNumbers, titleEnd, titleStart } from './scan';
export { setOthers } from './tag';
