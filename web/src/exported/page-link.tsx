/** A link to a visited page. An address that could run code, such as `javascript:`, is shown without a link. */
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
