import { useForm } from 'react-hook-form';
import { type ModulePublisherDto, serverNow } from '@tessera/api';
import { CheckboxField, FieldFrame, FormDialog, SelectField, TextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../../texts';
import { useCreateToken } from './publishers.api';

interface TokenValues {
  name: string;
  publish: boolean;
  release: boolean;
  /** Null: valid until it is revoked. */
  days: number | null;
}

const lifetimes = [30, 90, 365] as const;
const dayMs = 86_400_000;

const toScopes = ({ publish, release }: TokenValues): ('publish' | 'release')[] => [
  ...(publish ? (['publish'] as const) : []),
  ...(release ? (['release'] as const) : []),
];

interface TokenFormProps {
  publisher: ModulePublisherDto;
  onCreated: (token: { name: string; token: string }) => void;
  onClose: () => void;
}

/** Creates a token for a publisher's tools. */
export function TokenForm({ publisher, onCreated, onClose }: TokenFormProps) {
  const t = useTexts();
  const form = useForm<TokenValues>({
    defaultValues: { name: '', publish: true, release: false, days: 90 },
  });
  const { control } = form;
  const { mutateAsync: create } = useCreateToken();
  return (
    <FormDialog
      open
      width={560}
      title={t('publishers.tokens.newFor', { name: publisher.name })}
      form={form}
      onSubmit={async (values) => {
        const expires_at =
          values.days === null ? null : new Date(serverNow() + values.days * dayMs).toISOString();
        onCreated(
          await create({
            publisherId: publisher.id,
            body: { name: values.name, scopes: toScopes(values), expires_at },
          }),
        );
      }}
      onClose={onClose}
      submitLabel={t('publishers.tokens.create')}
    >
      <TextField
        control={control}
        name="name"
        label={t('publishers.tokens.name')}
        help={t('publishers.tokens.nameHelp')}
        maxLength={120}
        rules={{ required: t('publishers.nameMissing') }}
      />
      <FieldFrame id="token-scopes" label={t('publishers.tokens.scope')} group>
        <Box sx={{ display: 'grid', gap: 1 }}>
          <CheckboxField
            control={control}
            name="publish"
            label={t('publishers.tokens.scopes.publish')}
            help={t('publishers.tokens.scopeHelp.publish')}
            rules={{
              validate: (_value: unknown, values: TokenValues) =>
                toScopes(values).length > 0 || t('publishers.tokens.scopeMissing'),
            }}
          />
          <CheckboxField
            control={control}
            name="release"
            label={t('publishers.tokens.scopes.release')}
            help={t('publishers.tokens.scopeHelp.release')}
          />
        </Box>
      </FieldFrame>
      <SelectField
        control={control}
        name="days"
        label={t('publishers.tokens.lifetime')}
        numeric
        empty={t('publishers.tokens.unlimited')}
        options={lifetimes.map((days) => ({
          value: String(days),
          label: t('publishers.tokens.days', { count: days }),
        }))}
      />
    </FormDialog>
  );
}
