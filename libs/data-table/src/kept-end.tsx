/** A name's number, which tells it from its neighbours: " 9" of "Harbour City, general sale 9". */
const number = /\s\d{1,5}$/;

export interface KeptEndProps {
  children: string;
  /** Shown to who points at it. */
  title?: string;
}

/** A name that is cut before its number where there is too little room, so that rows of one job stay apart. */
export function KeptEnd({ children: name, title }: KeptEndProps) {
  const at = Math.max(0, name.search(number)) || name.length;
  return (
    <span className="kept" title={title}>
      <span>{name.slice(0, at)}</span>
      {name.slice(at)}
    </span>
  );
}
