import { readableAddress } from '../words/address.ts';
import './address.css';

/** An address that is as short as its place allows. The end of a long one stays visible, because pages differ there. */
export function Address({
  url,
  withHost = true,
}: {
  readonly url: string;
  /** Nothing but a slash would be left of some addresses: they keep their host. */
  readonly withHost?: boolean;
}) {
  const { host, rest } = readableAddress(url);
  const cut = placeToCut(rest);
  return (
    <bdi className="address" title={url} dir="ltr">
      <span className="address-start">
        {(withHost || rest === '/') && <span className="address-host">{host}</span>}
        {rest.slice(0, cut)}
      </span>
      {cut < rest.length && <span className="address-end">{rest.slice(cut)}</span>}
    </bdi>
  );
}

const END = 24;

/** Before the last word of a long address. Scripts whose letters join, or run from the right, are never cut. */
function placeToCut(rest: string): number {
  const end = rest.slice(-END);
  if (rest.length <= END || !/^[\x21-\x7e]*$/.test(end)) return rest.length;
  const word = end.slice(0, END / 2).search(/[/\-_?&=]/);
  return rest.length - END + Math.max(word, 0);
}
