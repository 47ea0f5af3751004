/** WordPress from its Debian package as a network of blogs, on a database of its own and PHP's own server. */
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { debianProgram } from './debian.js';
import { servePhp, softwareHome } from './software-home.js';

const CODE = '/usr/share/wordpress/';
const THEMES = ['twentytwentythree', 'twentytwentyone'];
const PACKAGES = ['php-mysql', 'wordpress', 'wordpress-l10n', ...THEMES.map((name) => `wordpress-theme-${name}`)];
/** A file of the package that comes last. */
const LAST = `${CODE}wp-content/themes/${THEMES[1]}/style.css`;
/** It gives up the rights of root, and needs no others. */
const DATABASE = ['--no-defaults', '--user=nobody'];

export interface Author {
  /** The name of the author's page; default: as WordPress makes it of the login. */
  readonly slug?: string;
  readonly posts?: number;
  /** As the network marks users. */
  readonly state?: 'spam' | 'deleted';
  /** Blogs are a member's; false: of none. */
  readonly isMember?: boolean;
}

export interface Blog {
  readonly posts?: number;
  readonly state?: 'archived' | 'spam' | 'deleted' | 'private';
  /** What it was called before. */
  readonly before?: string;
}

export interface NetworkContent {
  /** Host of the network; blogs are below it. */
  readonly host: string;
  /** By login. */
  readonly authors: Readonly<Record<string, Author>>;
  /** By name. */
  readonly blogs: Readonly<Record<string, Blog>>;
}

/** What `wp-config.php` has for a network, by constant. */
const network = (host: string): string => `
  'MULTISITE' => true, 'SUBDOMAIN_INSTALL' => true, 'DOMAIN_CURRENT_SITE' => '${host}', 'PATH_CURRENT_SITE' => '/',
  'SITE_ID_CURRENT_SITE' => 1, 'BLOG_ID_CURRENT_SITE' => 1,
`;

/** The same for every site, behind TLS. Options are lines before it, in which `hook` adds to a hook of WordPress. */
const settings = (host: string, socket: string, more = network(host)): string => `<?php
function hook($name, $does) { $GLOBALS['wp_filter'][$name][10][] = ['function' => $does, 'accepted_args' => 1]; }
eval(getenv('BLOG_OPTIONS') ?: '');
$_SERVER['HTTPS'] = 'on';
$_SERVER['HTTP_HOST'] ??= '${host}';
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
$table_prefix = 'wp_';
foreach ([
  'DB_NAME' => 'blogs', 'DB_USER' => 'root', 'DB_PASSWORD' => '', 'DB_HOST' => 'localhost:${socket}', 'DB_CHARSET' => 'utf8mb4',
  'DB_COLLATE' => '', 'ABSPATH' => '${CODE}', 'WP_HTTP_BLOCK_EXTERNAL' => true, 'DISABLE_WP_CRON' => true,
  'AUTOMATIC_UPDATER_DISABLED' => true, ${more}
] as $name => $value) defined($name) || define($name, $value);
isset($signUp) || define('NOBLOGREDIRECT', 'https://${host}/');
`;

const INSTALL = `
define('WP_INSTALLING', true);
require ABSPATH . 'wp-settings.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
require ABSPATH . 'wp-admin/includes/network.php';
add_filter('pre_wp_mail', fn() => true);
wp_install('Blogs', 'owner', 'owner@example.com', true, '', 'long-enough-1');
update_option('permalink_structure', '/%year%/%postname%/');
$wp_rewrite->init();
flush_rewrite_rules();
foreach ($wpdb->tables('ms_global') as $table => $name) $wpdb->$table = $name;
install_network();
populate_network(1, $argv[1], 'owner@example.com', 'Blogs', '/', true);
`;

const FILL = `
require ABSPATH . 'wp-settings.php';
require ABSPATH . 'wp-admin/includes/user.php';
require ABSPATH . 'wp-admin/includes/ms.php';
add_filter('pre_wp_mail', fn() => true);
['host' => $host, 'authors' => $authors, 'blogs' => $blogs] = json_decode(stream_get_contents(STDIN), true);
function write_posts($count, $author) {
  for ($i = 1; $i <= $count; $i++) wp_insert_post(['post_title' => "Bread $i", 'post_content' => 'About trains, bread and the weather.',
    'post_status' => 'publish', 'post_author' => $author]);
}
foreach ($authors as $login => $author) {
  $names = ['user_login' => $login, 'user_pass' => 'long-enough-1', 'user_email' => 'user' . crc32($login) . '@example.com'];
  $id = wp_insert_user($names + (isset($author['slug']) ? ['user_nicename' => $author['slug']] : []));
  if (is_wp_error($id)) throw new Exception("$login: " . $id->get_error_message());
  write_posts($author['posts'] ?? 1, $id);
  if (($author['isMember'] ?? true) === false) remove_user_from_blog($id, 1);
  if (($author['state'] ?? '') === 'spam') wp_update_user(['ID' => $id, 'spam' => '1']);
  if (($author['state'] ?? '') === 'deleted') wpmu_delete_user($id);
}
foreach ($blogs as $name => $blog) {
  $id = wpmu_create_blog(($blog['before'] ?? $name) . ".$host", '/', ucfirst($name), 1, ['public' => 1], 1);
  if (is_wp_error($id)) throw new Exception("$name: " . $id->get_error_message());
  switch_to_blog($id);
  write_posts($blog['posts'] ?? 1, 1);
  if (isset($blog['before'])) {
    foreach (['siteurl', 'home'] as $option) update_option($option, "https://$name.$host");
    update_blog_details($id, ['domain' => "$name.$host"]);
  }
  if (($blog['state'] ?? '') === 'private') update_option('blog_public', 0);
  elseif (isset($blog['state'])) update_blog_status($id, $blog['state'], 1);
  restore_current_blog();
}
`;

const ROUTER = `
define('WP_USE_THEMES', true);
require ABSPATH . 'wp-settings.php';
wp();
require ABSPATH . WPINC . '/template-loader.php';
`;

/** A network of blogs with authors. */
export async function installNetwork(content: NetworkContent) {
  const php = await debianProgram({ names: ['php'], packages: ['php-cli'], beside: { packages: PACKAGES, file: LAST } });
  const database = await debianProgram({ names: ['mariadbd'], packages: ['mariadb-server-core'] });
  const setUp = await debianProgram({ names: ['mariadb-install-db'], packages: ['mariadb-server-core'] });
  const home = softwareHome('blogs');
  const data = join(home.folder, 'db');
  const socket = join(data, 'socket');
  try {
    home.run(setUp, [...DATABASE, `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db']);
    const isReady = () => (existsSync(socket) ? connects(socket) : Promise.resolve(false));
    await home.start(database, [...DATABASE, `--datadir=${data}`, `--socket=${socket}`, '--skip-networking'], { isReady });
    const create = "(new mysqli('localhost', 'root', '', '', 0, $argv[1]))->query('CREATE DATABASE blogs');";
    home.run(php, ['-r', create, socket]);
    const run = (script: string, input = ''): string => home.run(php, [home.write('script.php', script), content.host], { input });
    run(settings(content.host, socket, '') + INSTALL);
    run(settings(content.host, socket) + FILL, JSON.stringify(content));
  } catch (error) {
    await home.close();
    throw error;
  }
  return {
    /** Starts it. @returns its port */
    serve: (options = ''): Promise<number> => servePhp(home, php, settings(content.host, socket) + ROUTER, { BLOG_OPTIONS: options }),
    close: () => home.close(),
  };
}

function connects(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => resolve(true)).on('error', () => resolve(false));
    connection.on('connect', () => connection.end());
  });
}
