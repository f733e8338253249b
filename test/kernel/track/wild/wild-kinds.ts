import { cms } from './kinds/cms.ts';
import { docs } from './kinds/docs.ts';
import { forum } from './kinds/forum.ts';
import { news } from './kinds/news.ts';
import { shop } from './kinds/shop.ts';
import { town } from './kinds/town.ts';
import type { WildKind } from './wild-kind.ts';

export const wildKinds: readonly WildKind[] = [news, forum, shop, docs, cms, town];
