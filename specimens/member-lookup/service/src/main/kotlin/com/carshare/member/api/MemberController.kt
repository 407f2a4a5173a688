package com.carshare.member.api

import com.carshare.member.lookup.MemberLookup
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RequestParam
import org.springframework.web.bind.annotation.RestController

@RestController
@RequestMapping("/members")
class MemberController(private val members: MemberLookup) {
    @GetMapping("/token/{token}")
    fun byToken(@PathVariable token: String): MemberResponse = members.byToken(token)

    @GetMapping("/{id}")
    fun byId(@PathVariable id: Long): MemberResponse = members.byId(id)

    @GetMapping("/by-email")
    fun byEmail(@RequestParam email: String): MemberResponse = members.byEmail(email)
}
