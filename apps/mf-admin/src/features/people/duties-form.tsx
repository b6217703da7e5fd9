import { useForm } from 'react-hook-form';
import type { Editing, UserDto } from '@tessera/api';
import { FormDialog, useStaleSave } from '@tessera/ui/forms';
import { DutiesField } from '../../accounts/duties-field';
import { useTexts } from '../../texts';
import { useSetDuties } from './people.api';

export interface DutiesFormProps {
  editing: Editing<UserDto>;
  onReload: () => void;
  onClose: () => void;
}

/** Gives a person of the realm duties. */
export function DutiesForm({ editing: { row: person, etag }, onReload, onClose }: DutiesFormProps) {
  const t = useTexts();
  const form = useForm({ defaultValues: { duties: person?.duties ?? [] } });
  const { mutateAsync: setDuties } = useSetDuties();
  const name = person ? person.name || person.email : '';
  const stale = useStaleSave({ name, fieldLabels: { duties: t('duties.title') }, onReload });
  if (!person) return null;
  return (
    <FormDialog
      open
      width={520}
      title={t('duties.of', { name })}
      form={form}
      onSubmit={(body) =>
        stale.save(etag, body, (version) => setDuties({ id: person.id, body, etag: version }))
      }
      onClose={onClose}
      submitLabel={t('words.save')}
    >
      <DutiesField control={form.control} name="duties" />
      {stale.dialog}
    </FormDialog>
  );
}
