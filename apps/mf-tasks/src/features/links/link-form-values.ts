import type { LinkChange, LinkDto } from '@tessera/api';

/** The values of a link's form; a secret is undefined to keep it, null to clear it. */
export interface LinkFormValues {
  site_id: number | null;
  login_id: number | null;
  event_id: number | null;
  event_url: string;
  status: LinkDto['status'];
  status_msg: string;
  position: number | null;
  enqueue_token_expires: string | null;
  unique_link: string | null | undefined;
  pass_link: string | null | undefined;
  enqueue_token: string | null | undefined;
  cookies: string | null | undefined;
  assigned_to_task_ids: number[];
}

/** Whether a status is stored: `ends_soon` is derived from the clock. */
export const isStorableStatus = ({ value }: { value: string }): boolean => value !== 'ends_soon';

const noSecrets = {
  unique_link: undefined,
  pass_link: undefined,
  enqueue_token: undefined,
  cookies: undefined,
};

export const emptyLink: LinkFormValues = {
  site_id: null,
  login_id: null,
  event_id: null,
  event_url: '',
  status: 'waiting',
  status_msg: '',
  position: null,
  enqueue_token_expires: null,
  ...noSecrets,
  assigned_to_task_ids: [],
};

/** The form values of an existing link. */
export const toLinkValues = (link: LinkDto): LinkFormValues => ({
  site_id: link.site_id,
  login_id: link.login_id,
  event_id: link.event_id,
  event_url: link.event_url ?? '',
  status: link.status,
  status_msg: link.status_msg ?? '',
  position: link.position,
  enqueue_token_expires: link.enqueue_token_expires,
  ...noSecrets,
  assigned_to_task_ids: [...link.assigned_to_task_ids],
});

/** The changed fields as the body of POST and PUT; kept secrets are omitted. */
export function toLinkChange(values: LinkFormValues, before: LinkFormValues): LinkChange {
  const wire = ({ site_id: _s, login_id: _l, event_id: _e, ...rest }: LinkFormValues) => ({
    ...rest,
    event_url: rest.event_url.trim() || null,
    status_msg: rest.status_msg.trim() || null,
  });
  const old: Readonly<Record<string, unknown>> = wire(before);
  return Object.fromEntries(
    Object.entries(wire(values)).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(old[name]),
    ),
  );
}
