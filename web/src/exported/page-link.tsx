/** A link to a page that was visited. Only for addresses that a browser merely opens: `javascript:` is shown, not linked. */
export function PageLink({
  page: { url, address },
  text = address,
}: {
  readonly page: { readonly url: string; readonly address: string };
  readonly text?: string;
}) {
  if (!/^(?:https?|ftps?):\/\//i.test(url)) return <bdi>{text}</bdi>;
  return (
    <a href={url} rel="noopener noreferrer">
      <bdi>{text}</bdi>
    </a>
  );
}
