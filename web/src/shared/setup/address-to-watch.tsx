import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { typedAddress } from '../words/address.ts';
import './address-to-watch.css';

/** The only field of the first start. */
export function AddressToWatch() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const go = (event: FormEvent) => {
    event.preventDefault();
    const url = typedAddress(typed);
    if (url === null)
      setError('This is not the address of a site. Write it as in example.org or https://example.org/news.');
    else void navigate({ to: '/new', search: { url } });
  };
  return (
    <form className="card address-to-watch" onSubmit={go} noValidate>
      <TextField
        label="An address to watch"
        type="url"
        inputMode="url"
        autoComplete="url"
        autoFocus
        placeholder="example.org"
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setError(null);
        }}
        error={error}
      />
      <Button type="submit" look="main">
        Look at it
      </Button>
    </form>
  );
}
