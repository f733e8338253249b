import type { Link } from '../../document/index.ts';
import type { LinkIdentity } from '../../track/index.ts';
import { linkResolver, UrlError } from '../../url/index.ts';
import type { SiteKnowledge } from './site-knowledge.ts';

/** What the links of a page lead to, by the rules of the site: a session id does not make another link of one. */
export function linkIdentities(base: string, knowledge: SiteKnowledge): LinkIdentity {
  const resolve = linkResolver(base);
  const known = new Map<string, string>();
  return ({ url, kind }: Link) => {
    const identity = known.get(url) ?? identityOf(url, resolve, knowledge);
    known.set(url, identity);
    return kind === 'image' ? knowledge.imageIdentity(identity) : identity;
  };
}

function identityOf(url: string, resolve: (link: string) => string, knowledge: SiteKnowledge): string {
  try {
    const fragment = url.indexOf('#');
    // Where a link leads inside its page is part of what it says.
    return knowledge.identityOf(resolve(url)) + (fragment < 0 ? '' : url.slice(fragment));
  } catch (error) {
    if (error instanceof UrlError) return url;
    throw error;
  }
}
