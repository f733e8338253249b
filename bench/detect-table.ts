/** Prints what the paper's five detectors find on a small site over twelve visits, like table II of the paper. */
import { tableTwo, visitBilingualNews } from '../src/detect/bilingual-news.example.ts';

console.log(tableTwo(visitBilingualNews()));
