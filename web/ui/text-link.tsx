import { Link, type LinkProps } from 'react-aria-components';

type TextLinkProps = Omit<LinkProps, 'style'> & { href: string };

export function TextLink(props: TextLinkProps) {
  return <Link {...props} />;
}
