import { type ReactNode, useId } from 'react';
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { Icon } from '../../ui/icon.tsx';
import './section.css';

/** Settings that belong together, with a sentence that says what for. */
export function Section({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card padded settings-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {about !== undefined && <p className="small quiet">{about}</p>}
      </header>
      {children}
    </section>
  );
}

/** Settings that few users need: closed at first, unless one of them is set. */
export function More({
  title,
  isOpen = false,
  children,
}: {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Disclosure className="settings-more" defaultExpanded={isOpen}>
      <Heading level={3} className="settings-more-title">
        <Button slot="trigger" className="settings-more-button">
          <Icon name="right" />
          {title}
        </Button>
      </Heading>
      <DisclosurePanel>
        <div className="stack settings-more-inside">{children}</div>
      </DisclosurePanel>
    </Disclosure>
  );
}
