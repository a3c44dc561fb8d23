/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The yardstick of tests/bench/server.bench.mjs: libmicrohttpd as memcgperfd sets it up, answering
 *a constant of so many bytes; a body is read and dropped. Prints its port. constant BYTES
 */
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/num.h"

static enum MHD_Result answer(void *data, struct MHD_Connection *connection, const char *url,
			      const char *method, const char *version, const char *upload,
			      size_t *upload_size, void **context)
{
	(void)url;
	(void)method;
	(void)version;
	(void)upload;
	if (*context == NULL || *upload_size > 0) {
		*context = data;
		*upload_size = 0;
		return MHD_YES;
	}
	return MHD_queue_response(connection, MHD_HTTP_OK, data);
}

int main(int argc, char **argv)
{
	struct MHD_Response *response;
	struct MHD_Daemon *daemon;
	uint64_t n;
	char *bytes;

	if (argc != 2 || !num_size(slice_str(argv[1]), &n))
		return 1;
	bytes = malloc(n);
	if (bytes == NULL)
		return 1;
	memset(bytes, 'x', n);
	response = MHD_create_response_from_buffer(n, bytes, MHD_RESPMEM_PERSISTENT);
	daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, response,
				  MHD_OPTION_THREAD_POOL_SIZE, 4U,
				  MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)32 * 1024,
				  MHD_OPTION_END);
	if (daemon == NULL)
		return 1;
	(void)printf("%u\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
	(void)fflush(stdout);
	(void)pause(); /* until it is killed */
	return 0;
}
