import { Autocomplete, Box, OutlinedInput } from '@mui/material';
import { X } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { SelectArrow } from '../theme/select-arrow';
import { describedBy, FieldFrame } from './field-frame';

/** The props of a combobox. */
export interface ComboboxProps<Option> {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
  disabled?: boolean;
  options: readonly Option[];
  /** Null: none is chosen. */
  value: Option | null;
  onChange: (option: Option | null) => void;
  /** The typed text. */
  onType?: (text: string) => void;
  onBlur?: (() => void) | undefined;
  labelOf: (option: Option) => string;
  /** Shown at the right of an option. */
  detailOf: (option: Option) => ReactNode;
  isBlocked?: (option: Option) => boolean;
  isSame?: (option: Option, value: Option) => boolean;
  /** The options that are offered for a typed text. */
  filter: (options: Option[], typed: string) => Option[];
  /** Shown in the place of options when there are none. */
  empty: string;
  placeholder: string;
  /** Names of its buttons. */
  openText: string;
  closeText: string;
  clearText: string;
  isClearable: boolean;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** A select with a search; in a chunk of its own wherever it is used, since MUI's Autocomplete is large. */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { label, help, error, optional, disabled = false, options, value, onChange, onType, filter } = props;
  const { labelOf, detailOf, isBlocked, isSame, isClearable, placeholder, inputRef, onBlur } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} help={help} error={error} optional={optional}>
      <Autocomplete
        id={id}
        size="small"
        options={options}
        value={value}
        onChange={(_event, option) => onChange(option)}
        onInputChange={(_event, text, reason) => onType?.(reason === 'input' ? text : '')}
        filterOptions={(all, { inputValue }) => filter(all, inputValue)}
        getOptionLabel={labelOf}
        getOptionDisabled={isBlocked}
        isOptionEqualToValue={isSame}
        autoHighlight
        slotProps={{ popper: { container: () => containerOf(id) } }}
        disabled={disabled}
        disableClearable={!isClearable}
        noOptionsText={props.empty}
        openText={props.openText}
        closeText={props.closeText}
        clearText={props.clearText}
        popupIcon={<SelectArrow />}
        clearIcon={<X size={14} strokeWidth={1.75} aria-hidden />}
        renderOption={({ key, ...option }, item) => (
          <li key={key} {...option}>
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {labelOf(item)}
            </Box>
            <Box component="span" sx={{ ml: 'auto', pl: 1.5, color: 'text.tertiary', whiteSpace: 'nowrap' }}>
              {detailOf(item)}
            </Box>
          </li>
        )}
        renderInput={({ id: inputId, slotProps }) => (
          <OutlinedInput
            {...slotProps.input}
            id={inputId}
            fullWidth
            placeholder={placeholder}
            disabled={disabled}
            error={Boolean(error)}
            inputRef={inputRef}
            onBlur={onBlur}
            slotProps={{
              input: { ...slotProps.htmlInput, 'aria-describedby': describedBy(id, help, error) },
            }}
          />
        )}
      />
    </FieldFrame>
  );
}

/** Where the options of a combobox are shown: in the page's main part, so that they belong to a landmark; above a dialog. */
function containerOf(id: string): Element {
  const input = document.getElementById(id);
  const page = input?.closest('[role="dialog"], [role="alertdialog"]') ? null : input?.closest('main');
  return page ?? document.body;
}
