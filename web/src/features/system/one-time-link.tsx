/** A link that is shown once, for another person. */
export function OneTimeLink({ name, link }: { readonly name: string; readonly link: string }) {
  return (
    <p>
      Give this link to {name}. It is shown only now, works once, and for a day:
      <code className="one-time-link">{link}</code>
    </p>
  );
}
