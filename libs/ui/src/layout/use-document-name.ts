import { useEffect } from 'react';

/** Puts a record's name in front of the document's title while the record is open: "North stand 05 · Tasks · Tessera". */
export function useDocumentTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    const page = document.title;
    document.title = page ? `${name} · ${page}` : name;
    return () => {
      document.title = page;
    };
  }, [name]);
}
