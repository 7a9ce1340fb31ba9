// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../../src/Collection.sol";
import {CollectionBase} from "./CollectionBase.sol";

contract CreatorTest is CollectionBase {
    address private heir;
    uint256 private heirKey;

    function setUp() public override {
        super.setUp();
        (heir, heirKey) = makeAddrAndKey("heir");
        _enableCreator(heir);
    }

    function _hand(address from, address to) private {
        vm.prank(from);
        collection.transferCreator(to);
        vm.prank(to);
        collection.acceptCreator();
    }

    function test_handingOverTakesTwoSteps() public {
        vm.expectEmit(address(collection));
        emit Collection.CreatorProposed(creator, heir);
        vm.prank(creator);
        collection.transferCreator(heir);
        assertEq(collection.creator(), creator);
        assertEq(collection.pendingCreator(), heir);
        _mint(buyer, 1);
        vm.expectRevert(abi.encodeWithSelector(Collection.NotPendingCreator.selector, stranger));
        vm.prank(stranger);
        collection.acceptCreator();
        vm.expectEmit(address(collection));
        emit Collection.AllVouchersRevoked(1);
        vm.expectEmit(address(collection));
        emit Collection.CreatorChanged(creator, heir);
        vm.prank(heir);
        collection.acceptCreator();
        assertEq(collection.creator(), heir);
        assertEq(collection.pendingCreator(), address(0));
        vm.expectRevert(abi.encodeWithSelector(Collection.NotCreator.selector, creator));
        _mint(buyer, 2);
        vm.prank(heir);
        collection.safeMint(buyer, 2, CONTENT);
    }

    function test_acceptCreator_once() public {
        _hand(creator, heir);
        vm.expectRevert(abi.encodeWithSelector(Collection.NotPendingCreator.selector, heir));
        vm.prank(heir);
        collection.acceptCreator();
    }

    function test_transferCreator_takenBack() public {
        vm.startPrank(creator);
        collection.transferCreator(heir);
        collection.transferCreator(address(0));
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(Collection.NotPendingCreator.selector, heir));
        vm.prank(heir);
        collection.acceptCreator();
    }

    function _expectNotEnabled(address account) private {
        vm.expectRevert(abi.encodeWithSelector(Collection.CreatorNotEnabled.selector, account));
    }

    function test_transferCreator_onlyToWhomThePlatformEnabled() public {
        _expectNotEnabled(stranger);
        vm.prank(creator);
        collection.transferCreator(stranger);
        assertEq(collection.pendingCreator(), address(0));
        // a proposal stays what it was
        vm.prank(creator);
        collection.transferCreator(heir);
        _expectNotEnabled(stranger);
        vm.prank(creator);
        collection.transferCreator(stranger);
        assertEq(collection.pendingCreator(), heir);
    }

    /// @dev Between the two steps the Platform may have removed the candidate, and enabled it again.
    function test_acceptCreator_asksThePlatformAgain() public {
        vm.prank(creator);
        collection.transferCreator(heir);
        vm.prank(admin);
        platform.removeCreator(heir);
        _expectNotEnabled(heir);
        vm.prank(heir);
        collection.acceptCreator();
        assertEq(collection.creator(), creator);
        _enableCreator(heir);
        vm.prank(heir);
        collection.acceptCreator();
        assertEq(collection.creator(), heir);
    }

    /// @dev A creator the Platform removed keeps its collection, and may give it to one that is enabled.
    function test_transferCreator_byOneThatWasRemoved() public {
        vm.prank(admin);
        platform.removeCreator(creator);
        _hand(creator, heir);
        assertEq(collection.creator(), heir);
    }

    function test_transferCreator_onlyTheCreator() public {
        vm.expectRevert(abi.encodeWithSelector(Collection.NotCreator.selector, heir));
        vm.prank(heir);
        collection.transferCreator(heir);
    }

    function test_vouchersGoWithTheirSigner() public {
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        bytes memory signature = _sign(voucher);
        _hand(creator, heir);
        vm.expectRevert(abi.encodeWithSelector(Collection.VoucherVoid.selector, ID, 0, 1));
        _redeem(voucher, signature);
        voucher.nonce = 1;
        signature = _sign(voucher);
        vm.expectRevert(abi.encodeWithSelector(Collection.WrongSignature.selector, heir));
        _redeem(voucher, signature);
        // the first creator comes back, its old vouchers don't
        _hand(heir, creator);
        vm.expectRevert(abi.encodeWithSelector(Collection.VoucherVoid.selector, ID, 1, 2));
        _redeem(voucher, signature);
        voucher.nonce = 0;
        signature = _sign(voucher);
        vm.expectRevert(abi.encodeWithSelector(Collection.VoucherVoid.selector, ID, 0, 2));
        _redeem(voucher, signature);
    }

    /// @dev Neither by giving a collection away nor by having it back does anybody come to sell under another's fee.
    function test_theFeeIsTheCreatorsOwn() public {
        vm.prank(owner);
        platform.setCustomFees(heir, 0);
        vm.prank(creator);
        collection.transferCreator(heir);
        vm.expectEmit(address(collection));
        emit Collection.FeeChanged(0);
        vm.prank(heir);
        collection.acceptCreator();
        assertEq(collection.feeBps(), 0);
        _hand(heir, creator);
        assertEq(collection.feeBps(), FEE_BPS);
        _hand(creator, heir);
        assertEq(collection.feeBps(), 0);
    }

    function test_theNewCreatorIsPaid() public {
        _hand(creator, heir);
        Collection.Voucher memory voucher = _voucher(NATIVE, 1 ether);
        voucher.nonce = 1;
        _redeem(voucher, _sign(heirKey, voucher, address(collection), block.chainid));
        assertEq(heir.balance, 0.9 ether);
        assertEq(creator.balance, 0);
        // royalties go where they went, until the new one says otherwise
        (address recipient,) = collection.royaltyInfo(ID, 1);
        assertEq(recipient, royalties);
    }
}
