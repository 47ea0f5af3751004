import type { FormHTMLAttributes } from 'react';

/** A form whose content is sent by `onSubmit`, not by the browser. */
export function Form({ onSubmit, ...form }: Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> & FormOptions) {
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

interface FormOptions {
  readonly onSubmit: () => void;
  readonly ref?: React.Ref<HTMLFormElement>;
}
