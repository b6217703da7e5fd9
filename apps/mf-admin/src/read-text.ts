/** Reads a file as UTF-8 text. */
export const readText = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    const fail = () => reject(reader.error ?? new Error(`Can't read ${file.name}`));
    reader.onload = () => {
      if (typeof reader.result === 'string') resolve(reader.result);
      else fail();
    };
    reader.onerror = fail;
    reader.readAsText(file, 'utf-8');
  });
