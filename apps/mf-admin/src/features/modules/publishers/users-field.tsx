import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { keysOf, type UserDto, usersList } from '@tessera/api';
import { ChoiceDialog } from '@tessera/data-table/choice-dialog';
import { describeError, StatusChip } from '@tessera/ui';
import { type ChoiceItem, FieldFrame, PlainChoice, PlainTextField } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { useTexts } from '../../../texts';
import type { PublisherValues } from './publisher-values';
import { usersQuery } from './publishers.api';

type NamedUser = Pick<UserDto, 'id' | 'name' | 'email'>;

/** How a user is shown: by name and e-mail. */
const formatUser = ({ name, email }: NamedUser): string => (name ? `${name} (${email})` : email);

/** Returns a function that names users by their ids; a user that was deleted, or isn't loaded yet, has its number. */
export function useUserNames(ids: readonly number[]): (id: number) => string {
  const { data } = useQuery(usersQuery(ids));
  return useMemo(() => {
    const names = new Map(data?.map((user) => [user.id, formatUser(user)]));
    return (id) => names.get(id) ?? `#${id}`;
  }, [data]);
}

/** How many matches are offered; the search narrows them down. */
const maxMatches = 100;

const userChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: keysOf('users').list({ choices: search }),
    queryFn: async ({ signal }) => {
      const query = { sort: 'email', page: 1, page_size: maxMatches, q: search || undefined };
      return (await usersList({ query, signal })).data;
    },
    placeholderData: keepPreviousData,
  });

/** The users that match a text, as choices; those that aren't active can't be chosen. */
function useUserChoices(search: string) {
  const t = useTexts();
  const users = useQuery(userChoicesQuery(useDeferredValue(search.trim())));
  const options = useMemo(
    () =>
      users.data?.map((user): ChoiceItem => ({
        id: user.id,
        label: formatUser(user),
        status: <StatusChip of="account" state={user.status} />,
        blocked: user.status === 'active' ? undefined : t('publishers.notActive'),
      })),
    [users.data, t],
  );
  return { ...users, options };
}

interface FieldProps {
  control: Control<PublisherValues>;
  label: string;
  help: string;
}

/** The user who owns a publisher. */
export function OwnerField({ control, label, help }: FieldProps) {
  const t = useTexts();
  const {
    field: { value: id, onChange, onBlur, ref },
    fieldState,
  } = useController({ control, name: 'owner' });
  const nameOf = useUserNames(id === null ? [] : [id]);
  const [search, setSearch] = useState('');
  const { options, error } = useUserChoices(search);
  const value = useMemo(
    () => (id === null ? null : (options?.find((option) => option.id === id) ?? { id, label: nameOf(id) })),
    [id, nameOf, options],
  );
  return (
    <PlainChoice
      label={label}
      help={help}
      error={fieldState.error?.message ?? (error ? describeError(error).message : undefined)}
      optional
      options={options ?? []}
      value={value}
      onChange={(user) => onChange(user?.id ?? null)}
      onType={setSearch}
      onBlur={onBlur}
      empty={t(options ? 'publishers.noUser' : 'publishers.loadingUsers')}
      placeholder={t('publishers.findUserHelp')}
      openText={t('publishers.showUsers')}
      closeText={t('publishers.hideUsers')}
      clearText={t('publishers.noOwner')}
      isClearable
      inputRef={ref}
    />
  );
}

/** Users that are chosen in a dialog. */
export function DevelopersField({ control, label, help }: FieldProps) {
  const t = useTexts();
  const {
    field: { value: chosen, onChange, ref },
    fieldState,
  } = useController({ control, name: 'developers' });
  const nameOf = useUserNames(chosen);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <FieldFrame id={id} label={label} help={help} error={fieldState.error?.message} group optional>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minHeight: 32 }}>
        <Button
          ref={ref}
          sx={{ flex: 'none' }}
          onClick={() => setIsOpen(true)}
          startIcon={<Users size={16} strokeWidth={1.75} aria-hidden />}
        >
          {t('publishers.choose')}
        </Button>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', color: 'text.secondary' }}>
          {chosen.length === 0 ? t('publishers.nobody') : chosen.map(nameOf).join(', ')}
        </Box>
      </Box>
      {isOpen ? (
        <UsersDialog
          title={label}
          chosen={chosen}
          onDone={(users) => {
            onChange(users);
            setIsOpen(false);
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </FieldFrame>
  );
}

interface UsersDialogProps {
  title: string;
  chosen: readonly number[];
  onDone: (ids: number[]) => void;
  onClose: () => void;
}

function UsersDialog({ title, chosen: initial, onDone, onClose }: UsersDialogProps) {
  const t = useTexts();
  const [search, setSearch] = useState('');
  const { options, error, refetch } = useUserChoices(search);
  const [chosen, setChosen] = useState(initial);
  const nameOf = useUserNames(chosen);
  const items = useMemo(
    () =>
      chosen.map((id) => ({ id, label: options?.find((option) => option.id === id)?.label ?? nameOf(id) })),
    [chosen, nameOf, options],
  );
  return (
    <ChoiceDialog
      title={title}
      noun={t('publishers.user')}
      nouns={t('publishers.users')}
      options={options}
      chosen={items}
      onChange={setChosen}
      error={error ? describeError(error) : null}
      onRetry={() => void refetch()}
      empty={t('publishers.noUser')}
      filters={
        <Box sx={{ px: 3, py: 1.5 }}>
          <PlainTextField
            label={t('publishers.findUser')}
            value={search}
            onChange={setSearch}
            placeholder={t('publishers.findUserHelp')}
            autoFocus
          />
        </Box>
      }
      submitLabel={t('publishers.use', { count: chosen.length })}
      onSubmit={() => onDone([...chosen])}
      onClose={onClose}
    />
  );
}
