package com.curtain.tickets.web;

import com.curtain.tickets.performance.Performances;
import com.curtain.tickets.queue.Place;
import com.curtain.tickets.queue.QueueService;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.NotBlank;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/performances/{performance}/queue")
class QueueController {
    record Entry(@NotBlank @Email String email) {}

    record Ticket(long performance, long number) {}

    record Status(long performance, int capacity, long issued, long admitted, long waiting, long working, long sold) {}

    private final Performances performances;
    private final QueueService queues;

    QueueController(Performances performances, QueueService queues) {
        this.performances = performances;
        this.queues = queues;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Ticket enter(@PathVariable("performance") long performance, @Valid @RequestBody Entry entry) {
        return new Ticket(performance, queues.enter(performances.get(performance), entry.email()));
    }

    @GetMapping("/{number}")
    ResponseEntity<Place> poll(@PathVariable("performance") long performance, @PathVariable("number") long number) {
        var place = queues.poll(performances.get(performance), number);
        return place.state() == Place.State.UNKNOWN ? ResponseEntity.status(404).body(place) : ResponseEntity.ok(place);
    }

    @DeleteMapping("/{number}")
    ResponseEntity<Void> leave(@PathVariable("performance") long performance, @PathVariable("number") long number) {
        var left = queues.leave(performances.get(performance), number);
        return ResponseEntity.status(left ? HttpStatus.NO_CONTENT : HttpStatus.GONE).build();
    }

    /** The payment itself is another service's. */
    @PostMapping("/{number}/purchase")
    ResponseEntity<Ticket> purchase(@PathVariable("performance") long performance, @PathVariable("number") long number) {
        var bought = queues.purchase(performances.get(performance), number);
        return bought ? ResponseEntity.ok(new Ticket(performance, number)) : ResponseEntity.status(HttpStatus.CONFLICT).build();
    }

    @GetMapping
    Status status(@PathVariable("performance") long id) {
        var performance = performances.get(id);
        var s = queues.status(performance);
        return new Status(id, performance.capacity(), s.issued(), s.admitted(), s.waiting(), s.working(), s.sold());
    }
}
