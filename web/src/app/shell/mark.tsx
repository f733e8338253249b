import './mark.css';

/** The name with the logo. */
export function Mark() {
  return (
    <span className="mark">
      <img src="/tidemark.svg" alt="" width="28" height="28" />
      Tidemark
    </span>
  );
}
