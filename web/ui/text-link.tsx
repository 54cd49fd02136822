import { Link, type LinkProps } from 'react-aria-components';

type TextLinkProps = Omit<LinkProps, 'style'> & { href: string };

/** A link within text; goes through the router where the address is ours. */
export function TextLink(props: TextLinkProps) {
  return <Link {...props} />;
}
