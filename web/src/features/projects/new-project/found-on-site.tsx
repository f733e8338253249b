import { readableAddress } from '../../../shared/words/address.ts';
import { number } from '../../../shared/words/counted.ts';
import './found-on-site.css';
import { factsOf, type SiteLook } from './site-look.ts';

/** A preview of the page, and what a polite visitor found on the site. */
export function FoundOnSite({ look }: { readonly look: SiteLook }) {
  return (
    <section className="card found-on-site" aria-label="What was found">
      <figure className="found-preview">
        <figcaption className="visually-hidden">How the page begins</figcaption>
        <strong dir="auto">{look.title === '' ? readableAddress(look.start).host : look.title}</strong>
        <p dir="auto">{look.text === '' ? 'There is no text to show.' : look.text}</p>
      </figure>
      <div className="found-words">
        <h2>What was found</h2>
        <dl className="found-facts">
          {factsOf(look).map(({ what, words, isWarning }) => (
            <div key={what} className={isWarning ? 'warned' : ''}>
              <dt>{what}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        {look.sections.length > 1 && (
          <details>
            <summary>Kinds of addresses</summary>
            <ul className="found-sections">
              {look.sections.map(({ shape, count }) => (
                <li key={shape}>
                  <code>{shape}</code> <span className="quiet numbers">{number(count)}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </section>
  );
}
