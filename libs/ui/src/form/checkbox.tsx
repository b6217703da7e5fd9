import { Checkbox as MuiCheckbox, styled, type CheckboxProps } from '@mui/material';
import { Check, Minus } from 'lucide-react';

const Box = styled('span')(({ theme: { vars } }) => ({
  width: 15,
  height: 15,
  borderRadius: 4,
  display: 'grid',
  placeItems: 'center',
  color: '#fff',
  border: '1px solid currentColor',
  borderColor: vars.palette.line.control,
  backgroundColor: vars.palette.surface.main,
  '&.on': { borderColor: vars.palette.accent.main, backgroundColor: vars.palette.accent.main },
  '.Mui-disabled > &': { opacity: 0.5 },
}));

const off = <Box />;
const on = (
  <Box className="on">
    <Check size={11} strokeWidth={3} aria-hidden />
  </Box>
);
const some = (
  <Box className="on">
    <Minus size={11} strokeWidth={3} aria-hidden />
  </Box>
);

/** The square checkbox, 15 px in a target of 24; needs a label by `slotProps.input['aria-label']` or around it. */
export const Checkbox = (props: CheckboxProps) => (
  <MuiCheckbox icon={off} checkedIcon={on} indeterminateIcon={some} {...props} />
);
