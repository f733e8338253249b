import { useFeatures } from '../../src/features/index.ts';

// As every process of the program does.
useFeatures();
