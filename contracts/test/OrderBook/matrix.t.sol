// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {OrderBook} from "../../src/OrderBook.sol";
import {Base} from "../Base.t.sol";

/// @dev Every status x role x verb, before and after every deadline, held against one table.
contract MatrixTest is Base {
    enum Verb {
        Accept,
        Reject,
        Cancel,
        Deliver,
        Complete,
        Claim
    }

    enum Role {
        Buyer,
        Seller,
        Stranger,
        Admin,
        Treasury
    }

    /// @dev Who a verb belongs to.
    enum Whose {
        Buyers,
        Sellers,
        Anybodys
    }

    /// @dev One line of the table: in `from`, `verb` leads to `to`; `late` where it does so only after a deadline.
    struct Line {
        OrderBook.Status from;
        Verb verb;
        OrderBook.Status to;
        bool late;
    }

    Line[] private _table;

    function setUp() public override {
        super.setUp();
        _table.push(Line(OrderBook.Status.Proposed, Verb.Accept, OrderBook.Status.Accepted, false));
        _table.push(Line(OrderBook.Status.Proposed, Verb.Reject, OrderBook.Status.Rejected, false));
        _table.push(Line(OrderBook.Status.Proposed, Verb.Cancel, OrderBook.Status.Cancelled, false));
        _table.push(Line(OrderBook.Status.Accepted, Verb.Reject, OrderBook.Status.Rejected, false));
        _table.push(Line(OrderBook.Status.Accepted, Verb.Deliver, OrderBook.Status.Delivered, false));
        _table.push(Line(OrderBook.Status.Accepted, Verb.Cancel, OrderBook.Status.Cancelled, true));
        _table.push(Line(OrderBook.Status.Delivered, Verb.Complete, OrderBook.Status.Completed, false));
        _table.push(Line(OrderBook.Status.Delivered, Verb.Claim, OrderBook.Status.Completed, true));
    }

    /// @dev Statuses an order can have by now. Disputed has no way in yet.
    function _reachable() private pure returns (OrderBook.Status[6] memory) {
        return [
            OrderBook.Status.Proposed,
            OrderBook.Status.Accepted,
            OrderBook.Status.Cancelled,
            OrderBook.Status.Rejected,
            OrderBook.Status.Delivered,
            OrderBook.Status.Completed
        ];
    }

    function test_everyStatusRoleAndVerb() public {
        uint256 allowed;
        uint256 refused;
        for (uint256 s = 0; s < 6; ++s) {
            OrderBook.Status from = _reachable()[s];
            uint256 id = _orderIn(from);
            uint256 snapshot = vm.snapshotState();
            for (uint256 late = 0; late < 2; ++late) {
                for (uint256 v = 0; v <= uint256(type(Verb).max); ++v) {
                    for (uint256 r = 0; r <= uint256(type(Role).max); ++r) {
                        if (late == 1) vm.warp(START + 400 days);
                        if (_try(id, from, Verb(v), Role(r), late == 1)) ++allowed;
                        else ++refused;
                        vm.revertToState(snapshot);
                    }
                }
            }
        }
        // 6 lines of one role hold at any time, Cancel is another when late, and Claim is anybody's when late
        assertEq(allowed, 6 * 2 + 1 + 5);
        assertEq(refused, 6 * 2 * 6 * 5 - allowed);
    }

    function _try(uint256 id, OrderBook.Status from, Verb verb, Role role, bool late) private returns (bool allowed) {
        OrderBook.Status to;
        bytes memory refusal;
        (allowed, to, refusal) = _expected(id, from, verb, role, late);
        uint256 held = usdc.balanceOf(address(book));
        vm.prank(_actor(role));
        (bool ok, bytes memory answer) = address(book).call(_call(verb, id));
        assertEq(ok, allowed, string.concat("status ", vm.toString(uint256(from)), " verb ", vm.toString(uint256(verb))));
        _assertStatus(id, allowed ? to : from);
        if (!allowed) assertEq(answer, refusal);
        assertEq(usdc.balanceOf(address(book)), allowed && _final(to) ? held - PRICE : held);
    }

    function _expected(uint256 id, OrderBook.Status from, Verb verb, Role role, bool late)
        private
        view
        returns (bool allowed, OrderBook.Status to, bytes memory refusal)
    {
        Whose whose = _whose(verb);
        if (whose == Whose.Buyers && role != Role.Buyer) {
            return (false, from, abi.encodeWithSelector(OrderBook.NotBuyer.selector, id, _actor(role)));
        }
        if (whose == Whose.Sellers && role != Role.Seller) {
            return (false, from, abi.encodeWithSelector(OrderBook.NotSeller.selector, id, _actor(role)));
        }
        for (uint256 i = 0; i < _table.length; ++i) {
            Line memory line = _table[i];
            if (line.from != from || line.verb != verb) continue;
            if (!line.late || late) return (true, line.to, "");
            uint256 opens = START + (verb == Verb.Cancel ? DAYS * 1 days + 2 days : 14 days) + 1;
            return (false, from, abi.encodeWithSelector(OrderBook.TooEarly.selector, id, opens));
        }
        return (false, from, abi.encodeWithSelector(OrderBook.WrongStatus.selector, id, from));
    }

    function _whose(Verb verb) private pure returns (Whose) {
        if (verb == Verb.Claim) return Whose.Anybodys;
        return verb == Verb.Cancel || verb == Verb.Complete ? Whose.Buyers : Whose.Sellers;
    }

    function _final(OrderBook.Status status) private pure returns (bool) {
        return status == OrderBook.Status.Cancelled || status == OrderBook.Status.Rejected || status == OrderBook.Status.Completed;
    }

    function _actor(Role role) private view returns (address) {
        if (role == Role.Buyer) return buyer;
        if (role == Role.Seller) return seller;
        if (role == Role.Stranger) return stranger;
        return role == Role.Admin ? admin : treasury;
    }

    function _call(Verb verb, uint256 id) private pure returns (bytes memory) {
        if (verb == Verb.Accept) return abi.encodeCall(OrderBook.acceptOrder, (id));
        if (verb == Verb.Reject) return abi.encodeCall(OrderBook.rejectOrder, (id));
        if (verb == Verb.Cancel) return abi.encodeCall(OrderBook.cancelOrder, (id));
        if (verb == Verb.Deliver) return abi.encodeCall(OrderBook.deliverOrder, (id));
        if (verb == Verb.Complete) return abi.encodeCall(OrderBook.completeOrder, (id));
        return abi.encodeCall(OrderBook.claimDelivered, (id));
    }
}
