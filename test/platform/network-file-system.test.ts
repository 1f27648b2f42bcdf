import { expect, test } from 'vitest';
import type { UserError } from '../../src/core/errors.ts';
import { refuseNetworkFileSystem } from '../../src/platform/network-file-system.ts';

test.each([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [-11317950, 'CIFS'],
  [0x01021997, '9p'],
])('refuses a database on a file system of type %i', (type, name) => {
  expect(() => refuseNetworkFileSystem('/mnt/share/manifest.sqlite3', () => type)).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(`/mnt/share/manifest.sqlite3 is on ${name}`),
      exitCode: 3,
    }) as UserError,
  );
});

test('lets local disks through, this one included', () => {
  expect(() => refuseNetworkFileSystem('/tmp/manifest.sqlite3')).not.toThrow();
  expect(() => refuseNetworkFileSystem('/x/y', () => 0xef53)).not.toThrow();
  expect(() => refuseNetworkFileSystem(':memory:', () => 0x6969)).not.toThrow();
});
