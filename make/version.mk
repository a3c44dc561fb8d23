# build/version.h changes only when the version does.
$(BUILD)/version.h: version-check
	@mkdir -p $(@D)
	@echo '#define MEMCGPERF_VERSION "$(VERSION)"' >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/ingest/main.o: $(BUILD)/version.h

.PHONY: version-check
