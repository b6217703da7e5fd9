import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '@tessera/ui/mui';
import { useSessionTexts } from './texts';

/** A button that shows a password, and the type of its field. */
export function usePasswordVisibility(): { type: 'text' | 'password'; end: ReactNode } {
  const t = useSessionTexts();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return {
    type: shown ? 'text' : 'password',
    end: (
      <IconButton
        size="small"
        aria-label={t(shown ? 'password.hide' : 'password.show')}
        onClick={() => setShown(!shown)}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    ),
  };
}
