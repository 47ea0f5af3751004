/** An e-mail address that breaks before its domain where there is little room, and elsewhere only if it must. */
export function Address({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@') + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
