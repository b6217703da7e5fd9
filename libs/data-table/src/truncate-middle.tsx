/** The number at the end of a name: " 9" of "Harbour City, general sale 9". */
const TRAILING_NUMBER = /\s\d{1,5}$/;

interface TruncateMiddleProps {
  children: string;
  /** The tooltip. */
  title?: string;
}

/** A name that is truncated before its number, so that the tasks of one job stay distinguishable. */
export function TruncateMiddle({ children: name, title }: TruncateMiddleProps) {
  const at = Math.max(0, name.search(TRAILING_NUMBER)) || name.length;
  return (
    <span className="truncated" title={title}>
      <span>{name.slice(0, at)}</span>
      {name.slice(at)}
    </span>
  );
}
