import { Eye } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { setSessionUser, toUser, type UserDto, viewAsBegin } from '@tessera/api';
import { useLocation, useNavigate } from '@tessera/federation/router';
import { Alert } from '@tessera/ui';
import { FormDialog, TextField } from '@tessera/ui/forms';
import { useTexts } from '../../texts';

const MAX_REASON = 500;

/** Asks why, and shows the console as the user would see it: from their start page, until the view is ended. */
export function ViewAsForm({ user, onClose }: { user: UserDto; onClose: () => void }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const form = useForm({ defaultValues: { reason: '' } });
  const begin = async ({ reason }: { reason: string }) => {
    const { data } = await viewAsBegin({ body: { user_id: user.id, reason } });
    // First, since the user may not open this page.
    await navigate('/dashboard', { state: { viewedFrom: pathname + search } });
    setSessionUser(toUser(data));
  };
  return (
    <FormDialog
      open
      width={520}
      title={t('users.viewAsTitle', { email: user.email })}
      form={form}
      onSubmit={begin}
      onClose={onClose}
      submitLabel={t('users.viewAsConfirm')}
    >
      <Alert tone="info" icon={Eye}>
        {t('users.viewAsMeaning')}
      </Alert>
      <TextField
        control={form.control}
        name="reason"
        label={t('users.viewAsReason')}
        help={t('users.viewAsReasonHelp')}
        maxLength={MAX_REASON}
        rules={{ validate: (value) => value.trim() !== '' || t('users.viewAsReasonMissing') }}
      />
    </FormDialog>
  );
}
