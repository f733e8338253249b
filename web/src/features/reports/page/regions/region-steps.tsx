import { Toolbar } from 'react-aria-components';
import { Button } from '../../../../shared/ui/button.tsx';
import { firstIn } from './found-in.ts';

/** Moves from one part of the page to another without a mouse: out, in, forward and back. */
export function RegionSteps({
  page,
  selector,
  onPick,
}: {
  readonly page: Document;
  readonly selector: string;
  readonly onPick: (element: Element) => void;
}) {
  const at = firstIn(page, selector);
  const first = page.body.querySelector('main, [role="main"], article') ?? page.body.firstElementChild;
  if (at === null)
    return (
      <div className="row">
        <Button isDisabled={first === null} onPress={() => first !== null && onPick(first)}>
          Begin with the main part
        </Button>
      </div>
    );
  const outer = at.parentElement === page.body ? null : at.parentElement;
  const ways = [
    ['Larger', outer],
    ['Smaller', at.firstElementChild],
    ['Previous', at.previousElementSibling],
    ['Next', at.nextElementSibling],
  ] as const;
  return (
    <Toolbar className="row" aria-label="Another part">
      {ways.map(([name, element]) => (
        <Button key={name} isDisabled={element === null} onPress={() => element !== null && onPick(element)}>
          {name}
        </Button>
      ))}
    </Toolbar>
  );
}
