package com.curtain.tickets.performance;

import com.curtain.tickets.TicketSettings;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

@Component
public class Performances {
    private final Map<Long, Performance> byId;

    Performances(TicketSettings settings) {
        byId = settings.performances().stream().collect(Collectors.toUnmodifiableMap(Performance::id, Function.identity()));
    }

    public Performance get(long id) {
        var performance = byId.get(id);
        if (performance == null) {
            throw new UnknownPerformanceException(id);
        }
        return performance;
    }

    public Collection<Performance> all() {
        return byId.values();
    }
}
