/** The values of a publisher's form. */
export interface PublisherValues {
  name: string;
  /** One name a line. */
  modules: string;
  owner: number | null;
  developers: number[];
  mayPromote: boolean;
}
