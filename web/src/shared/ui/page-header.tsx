import { type ReactNode, useEffect } from 'react';
import './page-header.css';

/** The title of a view, in the page and in the browser's tab, with what can be done here. */
export function PageHeader({
  title,
  tabTitle,
  above,
  below,
  children,
}: {
  readonly title: ReactNode;
  readonly tabTitle: string;
  /** Where this view belongs: a link back. */
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  /** Buttons. */
  readonly children?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${tabTitle} · Tidemark`;
  }, [tabTitle]);
  return (
    <header className="page-header">
      <div className="page-header-words">
        {above !== undefined && <div className="page-header-above">{above}</div>}
        <h1>{title}</h1>
        {below !== undefined && <div className="page-header-below">{below}</div>}
      </div>
      {children !== undefined && <div className="row">{children}</div>}
    </header>
  );
}
